/** Why a configured password cannot be used, and the remedy; without the password itself. */
export interface PasswordProblem {
  readonly message: string;
  readonly hint: string;
}
