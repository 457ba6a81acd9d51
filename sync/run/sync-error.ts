/** Error codes of a failed run; main.ts maps them to exit codes. */
export type SyncErrorCode =
  | 'mass_loss'
  | 'lease_held'
  | 'lease_lost'
  | 'page_unknown'
  | 'interrupted'
  | 'build_failed'
  | 'no_room'
  | 'disk_failed'
  | 'newer_schema';

/** A failed run that left the index unchanged. The message is suitable for the owner of the site. */
export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly code: SyncErrorCode;

  constructor(code: SyncErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
