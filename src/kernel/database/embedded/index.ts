export { EmbeddedDatabaseError } from './embedded-error.ts'
export type { Log } from './log.ts'
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './start-embedded.ts'
export { startTemporary } from './temporary.ts'
