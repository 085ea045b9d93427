import type { ManagerUserConfig } from '../../config/manager-config';

/** How a client shows that it knows a secret: the secret itself, or the MD5 digest of a challenge and the secret. */
export type Proof =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'md5'; readonly challenge: string; readonly key: string };

export interface LoginAttempt {
  readonly name: string;
  readonly proof: Proof;
  readonly address: string | undefined;
}

/** The users of manager.conf. They are checked, throttled and logged like those of the other doors. */
export interface Accounts {
  /** The user, or undefined when the attempt is refused for any reason. */
  readonly logIn: (attempt: LoginAttempt) => ManagerUserConfig | undefined | Promise<ManagerUserConfig | undefined>;
}
