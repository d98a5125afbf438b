/** The number of cases of a property; FC_RUNS=10 multiplies it by ten. */
export const runs = (cases: number): number => Math.max(1, Math.round(cases * Number(process.env.FC_RUNS ?? 1)))
