#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { interfaceVersion } from '../generated/versions';
import { contentNames, serverModules } from './composition/module-contents/catalogue';
import type * as Client from '../generated/client';
import type * as Server from './composition/patchbay';
import type { PatchbayOptions } from './composition/patchbay-options';
import type * as Adopt from './composition/adopt-cluster';
import type * as Demo from './demo/demo';
import type * as Tape from './tape/commands';
import type * as TestServer from './testing/test-server';
import { keepCompiled } from './compiled-code';
import { collectForCalls } from './garbage-collection';
import { ProcessLife } from './composition/lifecycle/process-life';
import { folderProblem } from './config/reader/conf-disk';
import { formatConfigReport } from './config/config-report';
import { summarizeIgnored } from './config/reader/ignored';
import { formatProblem } from './config/reader/problem';
import { welcome } from './config/welcome';
import { applicationReference } from './dialplan/reference/application-reference';
import { functionReference } from './dialplan/reference/function-reference';
import { listReference, noSuchEntry, showReference } from './dialplan/reference/show-reference';
import type { LoadedDialplan } from './dialplan/plan/load-dialplan';
import { loadDialplan } from './dialplan/plan/load-dialplan';
import { noSuchContext, showDialplan } from './dialplan/plan/show-dialplan';
import { hashPassword, passwordProblem } from './server/auth/passwords';
import { Description } from './server/docs/description';
import { runTerminal } from './manager/terminal/run-terminal';
import { terminalPath } from './manager/terminal/terminal-protocol';
import { systemClock } from './shared/time/clock';
import { projectRoot } from './shared/project-root';
import { readClusterCommand, runClusterCommand } from './terminal/cluster-commands';
import { readSipTrace, traceSip } from './terminal/sip-trace';
import { usage } from './terminal/usage';

const options = {
  config: { type: 'string' },
  state: { type: 'string' },
  port: { type: 'string' },
  bind: { type: 'string' },
  'sip-port': { type: 'string' },
  contract: { type: 'boolean' },
} as const;

interface CommandLineOptions {
  readonly config?: string | undefined;
  readonly state?: string | undefined;
  readonly port?: string | undefined;
  readonly bind?: string | undefined;
  readonly 'sip-port'?: string | undefined;
  readonly contract?: boolean | undefined;
}

/** The exit code: 0 all is well, 1 something is wrong here, 2 the command was. */
async function main([command, ...rest]: readonly string[]): Promise<number> {
  if (rest.includes('--help') || rest.includes('-h')) return main(['help']);
  switch (command) {
    case 'serve':
    case 'check-config': {
      const commandLine = optionsIn(rest);
      if (typeof commandLine !== 'string') return command === 'serve' ? serve(commandLine) : checkConfig(commandLine);
      complain(`patchbay: ${commandLine}\n\n${usage}`);
      return 2;
    }
    case 'dialplan':
      return dialplan(rest);
    case 'sip':
      return sip(rest);
    case 'cluster':
      return cluster(rest);
    case 'drain':
      return cluster(['drain', ...rest]);
    case 'cli':
      return terminal(rest);
    case 'demo':
      await loadLater<typeof Demo>('./demo/demo').runDemo(say);
      keepCompiled();
      return 0;
    case 'test-server':
      keepCompiledSoon();
      await loadLater<typeof TestServer>('./testing/test-server').runTestServer(rest, {
        input: process.stdin,
        print: say,
      });
      return 0;
    case 'record':
      return loadLater<typeof Tape>('./tape/commands').runRecord(rest, tapeDeps());
    case 'replay':
      return loadLater<typeof Tape>('./tape/commands').runReplay(rest, tapeDeps());
    case 'hash-password':
      return printHash();
    case 'version':
      say(`Patchbay ${ownVersion()}, interface ${interfaceVersion}`);
      return 0;
    case 'help':
    case '--help':
    case '-h':
      say(usage);
      return 0;
    default:
      complain(command === undefined ? usage : `patchbay: there is no command '${command}'\n\n${usage}`);
      return 2;
  }
}

/** A text says what is wrong with the arguments. */
function optionsIn(args: readonly string[]): CommandLineOptions | string {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function serve(commandLine: CommandLineOptions): Promise<number> {
  const { config, dialplan: plan, folder, problems, notices, ignored } = load(commandLine);
  for (const notice of [...notices, ...summarizeIgnored(ignored)]) complain(`notice: ${notice}`);
  if (config === undefined || plan === undefined) {
    for (const problem of problems) complain(formatProblem(problem));
    complain(
      `patchbay: not started: ${problems.length} problem${problems.length === 1 ? '' : 's'} in the configuration`,
    );
    return 1;
  }
  collectForCalls();
  const life = new ProcessLife(process);
  const patchbay = await loadLater<typeof Server>('./composition/patchbay').startPatchbay({
    config,
    dialplan: plan,
    readAgain: () => readAgain(commandLine),
    requestStop: (request) => life.requestStop(request),
    projectFolder: projectRoot(),
    version: ownVersion(),
    resources: resources(),
    contract: commandLine.contract ?? false,
  });
  say(welcome({ urls: patchbay.urls, phones: patchbay.phones, config, folder, version: ownVersion() }));
  keepCompiledSoon();
  const code = await life.lead(patchbay);
  if (life.isRestart) {
    life.release();
    return serve(commandLine);
  }
  // Everything is closed. Anything still open, for example a program that was started, is not awaited.
  setTimeout(() => process.exit(code), 1000).unref();
  return code;
}

/** The first requests come first: it takes a tenth of a second, once after an installation. */
function keepCompiledSoon(): void {
  setTimeout(keepCompiled, 5000).unref();
}

function tapeDeps(): Tape.TapeCommandDeps {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  return { print: say, stopped, now: systemClock.now, after: waitHere, env: process.env };
}

/** Loaded when it is needed: the server takes longer to load than most commands run. The bundler finds these calls. */
function loadLater<Module>(path: string): Module {
  return createRequire(__filename)(path) as Module;
}

/** The server is found by its folder for state, so that --config and --state have to be those of the server. */
async function terminal(args: readonly string[]): Promise<number> {
  let values: { readonly config?: string; readonly state?: string; readonly x?: string };
  try {
    const { config, state } = options;
    ({ values } = parseArgs({ args: [...args], options: { config, state, x: { type: 'string', short: 'x' } } }));
  } catch (error) {
    complain(`patchbay: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const { config, problems } = load(values);
  if (config === undefined) {
    for (const problem of problems) complain(formatProblem(problem));
    return 1;
  }
  return runTerminal({
    path: terminalPath(config.directories),
    command: values.x,
    input: process.stdin,
    output: process.stdout,
    complain,
  });
}

function checkConfig(commandLine: CommandLineOptions): number {
  const loaded = load(commandLine);
  say(formatConfigReport(loaded));
  return loaded.config === undefined ? 1 : 0;
}

function dialplan(args: readonly string[]): number {
  const read = dialplanOptionsIn(args);
  if (typeof read !== 'string') return read.verb === 'show' ? printDialplan(read) : printReference(read);
  complain(`patchbay: ${read}\n\n${usage}`);
  return 2;
}

const dialplanVerbs = ['show', 'applications', 'functions'] as const;

interface DialplanOptions {
  readonly verb: (typeof dialplanVerbs)[number];
  readonly config: string | undefined;
  /** The context, application or function that is asked for; undefined for all. */
  readonly name: string | undefined;
}

/** A text says what is wrong with the arguments. */
function dialplanOptionsIn(args: readonly string[]): DialplanOptions | string {
  try {
    const { config } = options;
    const { values, positionals } = parseArgs({ args: [...args], options: { config }, allowPositionals: true });
    const [given, name, surplus] = positionals;
    const verb = dialplanVerbs.find((known) => known === given);
    const verbs = dialplanVerbs.join(', ');
    if (verb === undefined)
      return given === undefined ? `dialplan needs a verb: ${verbs}` : `dialplan cannot '${given}', only ${verbs}`;
    return surplus === undefined ? { verb, config: values.config, name } : `dialplan ${verb} takes one name`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Follows calls until it is interrupted. */
async function sip(args: readonly string[]): Promise<number> {
  const command = readSipTrace(args, process.env);
  if (typeof command === 'string') {
    complain(`patchbay: ${command}\n\n${usage}`);
    return 2;
  }
  const { createClient } = loadLater<typeof Client>('../generated/client');
  const client = createClient(command.access);
  try {
    // Referenced, unlike the clock of the server: waiting is all that this process does.
    const clock = { ...systemClock, after: waitHere };
    await traceSip(command, { client, clock, say, isStopped: () => false });
    return 0;
  } finally {
    await client.close();
  }
}

async function cluster(args: readonly string[]): Promise<number> {
  if (args[0] === 'adopt') return adopt(args.slice(1));
  const command = readClusterCommand(args, process.env);
  if (typeof command === 'string') {
    complain(`patchbay: ${command}\n\n${usage}`);
    return 2;
  }
  const { createClient } = loadLater<typeof Client>('../generated/client');
  const client = createClient(command.access);
  try {
    await runClusterCommand(command, { client, say });
    return 0;
  } finally {
    await client.close();
  }
}

async function adopt(args: readonly string[]): Promise<number> {
  const commandLine = optionsIn(args);
  if (typeof commandLine === 'string') {
    complain(`patchbay: ${commandLine}\n\n${usage}`);
    return 2;
  }
  const { config, problems } = load(commandLine);
  for (const problem of config === undefined ? problems : []) complain(formatProblem(problem));
  if (config === undefined) return 1;
  say(await loadLater<typeof Adopt>('./composition/adopt-cluster').adoptCluster(config));
  return 0;
}

function waitHere(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
}

function printReference({ verb, name }: DialplanOptions): number {
  const [kind, sections] =
    verb === 'applications'
      ? (['application', applicationReference] as const)
      : (['function', functionReference] as const);
  const text = name === undefined ? listReference(sections) : showReference(sections, name);
  if (text !== undefined) say(text);
  else complain(`patchbay: ${noSuchEntry(kind, name ?? '', sections)}`);
  return text === undefined ? 1 : 0;
}

/** What could be read is shown even where something is wrong: that is when people look. */
function printDialplan({ config, name: context }: DialplanOptions): number {
  const { dialplan: found, folder, problems, dialplanProblems } = load({ config });
  const wrong = found === undefined ? problems : dialplanProblems;
  for (const problem of wrong) complain(formatProblem(problem));
  if (found === undefined) return 1;
  const shown = found.contexts.filter(({ name }) => context === undefined || name === context);
  if (context === undefined || shown.length > 0) say(showDialplan(shown, folder));
  else complain(`patchbay: ${noSuchContext(context, found.contexts)}`);
  return wrong.length > 0 || (context !== undefined && shown.length === 0) ? 1 : 0;
}

function load({ config, state, port, bind, 'sip-port': sipPort }: CommandLineOptions): LoadedDialplan {
  const source = {
    folder: join(projectRoot(), 'config'),
    shippedData: projectRoot(),
    env: process.env,
    flags: { config, state, port, bind, 'sip-port': sipPort },
    resources: resources(),
    modules: serverModules.map(({ name }) => name),
    passwordProblem,
    folderProblem,
  };
  return loadDialplan(source, { applications: contentNames('applications'), now: systemClock.now });
}

function readAgain(commandLine: CommandLineOptions): ReturnType<PatchbayOptions['readAgain']> {
  const { config, dialplan: plan, problems } = load(commandLine);
  if (config === undefined || plan === undefined) throw new Error(problems.map(formatProblem).join('\n'));
  return { config, dialplan: plan };
}

function resources(): readonly string[] {
  return new Description(projectRoot()).resources;
}

async function printHash(): Promise<number> {
  if (process.stdin.isTTY) complain('Type the password, then Enter and Ctrl-D. It is shown as you type.');
  const [password = ''] = readFileSync(0, 'utf8').split(/\r?\n/);
  if (password === '') {
    complain('patchbay: give the password on standard input: echo secret | patchbay hash-password');
    return 2;
  }
  say(`password_format = scrypt\npassword = ${await hashPassword(password)}`);
  return 0;
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return version;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

// A reader such as `head` may leave before everything is printed. A server does not need it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (process.argv[2] !== 'serve') process.exit(0);
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    complain(`patchbay: ${error instanceof Error ? error.message : String(error)}`);
    if (!isUsageError(error)) return void (process.exitCode = 1);
    complain("'patchbay --help' lists the options of every command");
    process.exitCode = 2;
  },
);

/** Whether the arguments of the command are wrong, as Node.js says. */
function isUsageError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
