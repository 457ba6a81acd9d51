import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../server/operations/read-page.ts';
import { paths, smallSite } from './small-site.ts';
