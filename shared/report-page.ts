import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Style sheet of HTML reports that need no network. */
export const REPORT_STYLE = read('palette.css') + read('report-page.css');
