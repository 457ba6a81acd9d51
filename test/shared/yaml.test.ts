import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseYaml, withYamlKey } from '../../shared/yaml.ts';

describe('withYamlKey', () => {
  it('adds, changes and takes away one line, and leaves all others as they are', () => {
    for (const [before, value, after] of [
      ['', true, 'paused: true\n'],
      ['# nothing yet\n', true, '# nothing yet\npaused: true\n'],
      ['a: 1', true, 'a: 1\npaused: true\n'],
      ['a: [1,2] # two\r\nb:   "x"\r\n', true, 'a: [1,2] # two\r\nb:   "x"\r\npaused: true\n'],
      ['a: 1\npaused: false # for now\n# then b\nb: 2\n', true, 'a: 1\npaused: true\n# then b\nb: 2\n'],
      ['a: 1\n\npaused: true\nb: 2\n', undefined, 'a: 1\n\nb: 2\n'],
      ['paused: true\n', undefined, ''],
      ['"paused": true\na: 1\n', undefined, 'a: 1\n'],
      ['a: 1\n', undefined, 'a: 1\n'],
    ] as const) {
      assert.equal(withYamlKey(before, 'paused', value), after, before);
    }
  });

  it('says the same in whatever form the text has', () => {
    for (const text of [
      '{ a: 1, b: [x] }\n',
      '---\na: 1\n...\n',
      'a: |\n  paused: false\n',
      'b: { paused: 1 }\na: 1\n',
    ]) {
      const { values } = parseYaml(text);
      const paused = withYamlKey(text, 'paused', true);
      assert.deepEqual(parseYaml(paused).values, { ...Object(values), paused: true }, text);
      assert.deepEqual(parseYaml(withYamlKey(paused, 'paused', undefined)).values, values, text);
    }
  });
});
