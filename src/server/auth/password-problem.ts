/** Why a configured password cannot serve, and what would; without the password itself. */
export interface PasswordProblem {
  readonly message: string;
  readonly hint: string;
}
