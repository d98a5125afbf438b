/** How much a proof does: `full` with `npm run test:proof -- --full`, otherwise what fits into every CI run. */
export const proofSize = (size: { reduced: number; full: number }): number =>
  process.env.TEST_PROOF_FULL ? size.full : size.reduced
