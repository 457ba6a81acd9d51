/** Error codes of a run that stopped; main.ts has the table from these to exit codes. */
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

/** A run that stopped with the old index kept; the message is fit for the owner of the site. */
export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly code: SyncErrorCode;

  constructor(code: SyncErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
