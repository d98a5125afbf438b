/** The size of a proof: `full` with `npm run test:proof -- --full`, otherwise one that fits into every CI run. */
export const proofSize = (size: { reduced: number; full: number }): number =>
  process.env.TEST_PROOF_FULL ? size.full : size.reduced
