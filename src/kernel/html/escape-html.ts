/** Text as it may stand in HTML, inside of attributes too. */
export const escapeHtml = (value: unknown): string =>
  String(value ?? '').replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
