/** Events of the client for the log. */
export type WordPressEvent =
  | { readonly type: 'api_found'; readonly root: string; readonly by: string }
  | { readonly type: 'redirected'; readonly from: string; readonly to: string }
  | {
      readonly type: 'retried';
      readonly url: string;
      readonly attempt: number;
      readonly delayMs: number;
      readonly cause: string;
    }
  | { readonly type: 'slowed_down'; readonly requestsPerSecond: number }
  | { readonly type: 'junk_skipped'; readonly url: string; readonly before: string; readonly after: string }
  | { readonly type: 'batch_shrunk'; readonly size: number; readonly cause: string }
  | { readonly type: 'repeated_rows'; readonly restType: string; readonly count: number }
  | {
      readonly type: 'stale_page';
      readonly id: number;
      readonly listed: string;
      readonly answered: string;
      /** True if the second request bypassed every cache and returned the newer page. */
      readonly recovered: boolean;
    };

export type OnWordPressEvent = (event: WordPressEvent) => void;
