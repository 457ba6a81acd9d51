import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { familyOf } from '../../../server/ledger/user-agents.ts';

describe('familyOf', () => {
  const families: readonly (readonly [userAgent: string | undefined, family: string])[] = [
    [undefined, 'None'],
    ['', 'None'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
      'ChatGPT',
    ],
    ['openai-mcp/1.0.0', 'ChatGPT'],
    ['Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)', 'Claude'],
    ['claude-code/2.0.1 (cli)', 'Claude Code'],
    ['Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)', 'Perplexity'],
    ['Cursor/1.7', 'Cursor'],
    ['python-httpx/0.28.1', 'Python'],
    ['curl/8.5.0', 'Command line'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Browsers'],
    ['my name is Somebody Else', 'Others'],
    ['wordpress-content-service (doctor)', 'Own checks'],
  ];
  for (const [userAgent, family] of families) {
    it(`takes ${JSON.stringify(userAgent)} for ${family}`, () => assert.equal(familyOf(userAgent).name, family));
  }
});
