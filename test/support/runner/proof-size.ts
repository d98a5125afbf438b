/** The size of a proof: `full` with `npm run test:proof -- --full`, otherwise one that fits into every CI run. */
export const proofSize = <T = number>(size: { reduced: T; full: T }): T =>
  process.env.TEST_PROOF_FULL ? size.full : size.reduced
