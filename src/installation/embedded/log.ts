/** What this folder needs of a logger; pino's and the console fit. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}
