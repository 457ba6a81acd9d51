import { together } from '../../helpers/together.ts';

await together(import.meta.dirname);
