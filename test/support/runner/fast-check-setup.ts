import fc from 'fast-check'
import { runs } from './runs.ts'

/**
 * vitest's setup file: the only configuration of fast-check. A failure prints its seed; with FC_SEED=<seed> every
 * property tries the same cases again.
 */
const seed = process.env.FC_SEED
fc.configureGlobal({ numRuns: runs(100), ...(seed && { seed: Number(seed) }) })
