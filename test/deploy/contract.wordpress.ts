import { describe } from 'node:test';
import { DOUBLED, testContractThrough } from './through-front.ts';

describe('the contract behind a web server', () => {
  testContractThrough('apache', { port: 8235 });
  // The test finds its server by the host, and so cannot name another.
  testContractThrough('caddy', { port: 8237, skip: [DOUBLED, 'takes no other Host'] });
});
