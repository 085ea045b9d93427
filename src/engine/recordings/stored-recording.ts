/** A recording on disk. */
export interface StoredRecording {
  /** Its path below the recording directory, without extension. */
  readonly name: string;
  /** The extension. */
  readonly format: string;
}
