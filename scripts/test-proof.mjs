// npm run test:proof [-- --full] [PATH...]: the proofs at a reduced size, or at full size (hours).
import { spawnSync } from 'node:child_process'

const given = process.argv.slice(2)
const isFull = given.includes('--full')
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', 'vitest.proof.config.ts', ...given.filter((argument) => argument !== '--full')],
  { stdio: 'inherit', env: { ...process.env, ...(isFull && { TEST_PROOF_FULL: '1' }) } },
)
process.exit(status ?? 1)
