import { workerData } from 'node:worker_threads';
import { convertIndex } from './convert.ts';

const { file, target } = workerData as { readonly file: string; readonly target: string };
convertIndex(file, target);
