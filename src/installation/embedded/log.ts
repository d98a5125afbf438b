/** The part of a logger that this folder uses; pino and the console have it. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}
