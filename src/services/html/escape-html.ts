/** Escapes text for HTML, including quoted attributes. */
export const escapeHtml = (value: unknown): string =>
  String(value ?? '').replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
