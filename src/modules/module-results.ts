export type ModuleStatus = 'Running' | 'Not Running';

/** The public view of a loaded module. */
export interface ModuleInfo {
  /** With its ending, unless it is built in: `res_stasis_playback.so`, `logger`. */
  readonly name: string;
  readonly description: string;
  readonly useCount: number;
  readonly status: ModuleStatus;
  readonly supportLevel: 'core' | 'extended' | 'deprecated';
  /** Why a module that is loaded does not run. */
  readonly reason?: string;
}

type Unknown = { readonly outcome: 'no-such-module' };
type NotLoaded = { readonly outcome: 'not-loaded' };
type Stopping = { readonly outcome: 'shutting-down' };

export type LoadFailure =
  | Unknown
  | Stopping
  | { readonly outcome: 'already-loaded'; readonly status: ModuleStatus }
  | { readonly outcome: 'start-failed'; readonly reason: string }
  | { readonly outcome: 'dependency-missing'; readonly dependency: string }
  | { readonly outcome: 'dependency-failed'; readonly dependency: string; readonly reason: string };
export type LoadResult = { readonly outcome: 'loaded' } | LoadFailure;

export type UnloadFailure =
  | Unknown
  | NotLoaded
  | Stopping
  | { readonly outcome: 'built-in' }
  /** `users` names a few of them, `useCount` counts them all. */
  | { readonly outcome: 'in-use'; readonly users: readonly string[]; readonly useCount: number }
  | { readonly outcome: 'stop-failed'; readonly reason: string };
export type UnloadResult = { readonly outcome: 'unloaded' } | UnloadFailure;

export type ReloadFailure =
  | Unknown
  | NotLoaded
  | Stopping
  | { readonly outcome: 'not-running'; readonly reason: string }
  | { readonly outcome: 'not-reloadable' }
  | { readonly outcome: 'reload-failed'; readonly reason: string };
export type ReloadResult = { readonly outcome: 'reloaded' } | ReloadFailure;

/** A module that was to run after start-up and does not. */
export interface StartUpFailure {
  readonly name: string;
  readonly reason: string;
}

/** `unknown`: names that the configuration mentions and no module has. */
export type StartUpResult =
  | { readonly outcome: 'started'; readonly failed: readonly StartUpFailure[]; readonly unknown: readonly string[] }
  | { readonly outcome: 'required-failed'; readonly failed: readonly StartUpFailure[] };

/** Says why a module could not be loaded, unloaded or reloaded. */
export function describeModuleFailure(name: string, failure: LoadFailure | UnloadFailure | ReloadFailure): string {
  const module = `the module ${name.slice(0, 100)}`;
  switch (failure.outcome) {
    case 'no-such-module':
      return `there is no module ${name.slice(0, 100)}`;
    case 'shutting-down':
      return 'the server is stopping';
    case 'already-loaded':
      return failure.status === 'Running'
        ? `${module} is loaded already`
        : `${module} is loaded already, but does not run: unload it before trying again`;
    case 'start-failed':
      return `${module} did not start: ${failure.reason}`;
    case 'dependency-missing':
      return `${module} needs ${failure.dependency}, which is not available`;
    case 'dependency-failed':
      return `${module} needs ${failure.dependency}, which does not run: ${failure.reason}`;
    case 'not-loaded':
      return `${module} is not loaded`;
    case 'built-in':
      return `${module} is part of every server and cannot be unloaded`;
    case 'in-use':
      return `${module} is in use by ${usersText(failure.users, failure.useCount)}`;
    case 'stop-failed':
      return `${module} did not stop properly: ${failure.reason}`;
    case 'not-running':
      return `${module} does not run: ${failure.reason}`;
    case 'not-reloadable':
      return `${module} does not support reloading`;
    case 'reload-failed':
      return `${module} could not be reloaded and keeps its old configuration: ${failure.reason}`;
  }
}

function usersText(users: readonly string[], useCount: number): string {
  const others = useCount - users.length;
  return others === 0 ? users.join(', ') : `${users.join(', ')} and ${others} more`;
}
