import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emailOf, telephoneOf, whatsappTarget } from '../../../../sync/company/contact/contacts.ts';

describe('telephoneOf', () => {
  it('reads a number as it is written, with its parentheses, blanks and escapes', () => {
    assert.equal(telephoneOf('tel:(954)%2033-21-09'), '(954) 33-21-09');
    assert.equal(telephoneOf('TEL:+34 937 90 12 58;ext=2'), '+34 937 90 12 58');
    assert.equal(telephoneOf('callto://+34937901258'), '+34937901258');
    assert.equal(telephoneOf('https://casa.example/tel:937901258'), undefined);
  });
});

describe('emailOf', () => {
  it('reads mailto: links, and those that Cloudflare hides', () => {
    assert.equal(emailOf('mailto:Hola@Casa.example?subject=x'), 'hola@casa.example');
    assert.equal(emailOf('mailto:%20hola@casa.example,otra@casa.example'), 'hola@casa.example');
    assert.equal(emailOf('/cdn-cgi/l/email-protection#2f4740434e6f4c4e5c4e014a574e425f434a'), 'hola@casa.example');
  });

  it('finds none in a link that only shares a text', () => {
    assert.equal(emailOf('mailto:?subject=Mira&body=https://casa.example'), undefined);
  });
});

describe('whatsappTarget', () => {
  it('reads the number of every kind of chat link', () => {
    for (const link of [
      'https://wa.me/34600111333?text=Hola',
      'https://wa.me/%2034%20600%2011%2013%2033',
      'https://api.whatsapp.com/send/?phone=34600111333&text&type=phone_number',
      'https://web.whatsapp.com/send?phone=34600111333',
      'whatsapp://send?phone=34600111333',
      'https://wa.me/c/34600111333',
    ]) {
      assert.deepEqual(whatsappTarget(link), { number: '34600111333' }, link);
    }
    assert.deepEqual(whatsappTarget('https://api.whatsapp.com/send?phone=%2B34600111333'), { number: '+34600111333' });
  });

  it('keeps the address of a chat that has no number', () => {
    assert.deepEqual(whatsappTarget('https://wa.me/message/QK7TLZ4MPE3XA1'), {
      link: 'https://wa.me/message/QK7TLZ4MPE3XA1',
    });
    assert.deepEqual(whatsappTarget('https://wa.link/ab3k9z'), { link: 'https://wa.link/ab3k9z' });
  });

  it('knows what is no chat: shared texts, groups, channels, other links', () => {
    for (const link of [
      'https://wa.me/?text=Mira',
      'https://api.whatsapp.com/send?text=Mira%20https://casa.example/34600111333',
      'https://chat.whatsapp.com/EQuPUtcPzEdIZVlT8JyyNw',
      'https://whatsapp.com/channel/0029Va',
      'https://casa.example/?phone=34600111333',
      'tel:600111333',
      'https://wa.me/',
    ]) {
      assert.equal(whatsappTarget(link), undefined, link);
    }
  });
});
