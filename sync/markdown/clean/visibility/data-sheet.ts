/** The style sheet in a `data:` address (RFC 2397); empty for any other address. */
export function dataSheet(address: string): string {
  const [, options = '', data = ''] = /^\s*data:text\/css([^,]*),(.*)$/is.exec(address) ?? [];
  if (/;\s*base64\s*$/i.test(options)) return Buffer.from(data, 'base64').toString();
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
