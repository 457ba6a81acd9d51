const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Bidirectional and other format characters could make a text of strangers look like another one.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]+/gu;

/** A text from elsewhere as HTML, in text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(UNSEEN, ' ').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
