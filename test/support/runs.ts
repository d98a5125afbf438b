/** How many cases a property tries: FC_RUNS=10 makes it ten times as many. */
export const runs = (cases: number): number => Math.max(1, Math.round(cases * Number(process.env.FC_RUNS ?? 1)))
