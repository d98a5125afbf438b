import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { duration, showProgress } from '#src/cli/progress'
import { type Bench, findOneByOne, findTogether, openBench } from './bench.ts'
import { readEarlier } from './earlier.ts'
import type { Mutant } from './mutant.ts'
import { DEFAULT_PATHS, readFiles } from './population.ts'
import { describeMutant, type Result, reportJson, reportText, type Stage } from './report.ts'
import { drawSample } from './sample.ts'
import { endRuns, type Failure, type TestFiles } from './test-run.ts'
import { ALL_TESTS, closestTests, fartherTests } from './tests-of.ts'

const parse = (args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '30' },
      seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
      workers: { type: 'string', default: '2' },
      walks: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const paths = positionals.length > 0 ? positionals : DEFAULT_PATHS
  return { ...values, paths, size: Number(values.sample), seed: Number(values.seed) }
}

/** Runs the command and returns its exit code: 1 if mutants survived. */
export const runMutants = async (root: string, args: string[]): Promise<number> => {
  const options = parse(args)
  const benches: Bench[] = []
  const close = () => Promise.all(benches.map((bench) => bench.close()))
  process.once('SIGINT', endRuns)
  try {
    for (let count = 0; count < Math.max(1, Number(options.workers)); count++) benches.push(await openBench(root))
    return await new Stages(root, benches, options).run()
  } finally {
    await close()
  }
}

class Stages {
  private readonly root: string
  private readonly benches: readonly Bench[]
  private readonly options: ReturnType<typeof parse>
  private results: Result[] = []
  private seed = 0

  constructor(root: string, benches: readonly Bench[], options: ReturnType<typeof parse>) {
    this.root = root
    this.benches = benches
    this.options = options
  }

  async run(): Promise<number> {
    this.start()
    if (!this.options.list) await this.runAll()
    console.log(
      this.options.list
        ? this.results.map(({ mutant }) => describeMutant(mutant)).join('\n')
        : reportText(this.results),
    )
    return this.survivors().length > 0 ? 1 : 0
  }

  private start(): void {
    const { json, seed } = this.options
    const earlier = json === undefined ? undefined : readEarlier(this.root, json)
    this.seed = earlier?.seed ?? seed
    if (earlier) {
      this.results = earlier.results
      console.log(`${this.results.length} mutants of ${json}, ${this.survivors().length} without a finding.`)
      return
    }
    const { mutants, rejected, listed } = drawSample(this.root, this.bench().folder, this.options)
    this.results = mutants.map((mutant) => ({ mutant, isTried: false, stage: undefined, failure: undefined }))
    console.log(
      `${mutants.length} mutants of seed ${seed}; the type check rejected ${rejected} others, ${listed} are listed as equivalent.`,
    )
    this.save()
  }

  private async runAll(): Promise<void> {
    const { walks, all } = this.options
    await this.runNear()
    await this.requirePassing()
    if (walks || all)
      await this.runTogether(
        'walks',
        fartherTests(
          this.root,
          readFiles(this.root, ['src']),
          this.survivors().map(({ path }) => path),
        ),
      )
    if (all) await this.runTogether('all', ALL_TESTS)
  }

  private bench(): Bench {
    const [bench] = this.benches
    if (!bench) throw new Error('There is no copy of the checkout.')
    return bench
  }

  private survivors(): Mutant[] {
    return this.results.filter(({ stage }) => !stage).map(({ mutant }) => mutant)
  }

  /** Keeps the outcome, also in the file, so that an interrupted run can continue. */
  private note(stage: Stage, mutant: Mutant, failure: Failure | undefined): void {
    const noted: Result = { mutant, isTried: true, stage: failure && stage, failure }
    this.results = this.results.map((result) => (result.mutant === mutant ? noted : result))
    this.save()
  }

  private save(): void {
    if (this.options.json) writeFileSync(this.options.json, reportJson(this.seed, this.results))
  }

  /** Runs the near tests of each mutant, with a bar. */
  private async runNear(): Promise<void> {
    const untried = this.results.filter(({ isTried }) => !isTried).map(({ mutant }) => mutant)
    const sample = untried.length > 0 ? untried : this.survivors()
    const files = readFiles(this.root, ['src'])
    const near = new Map(sample.map(({ path }) => [path, closestTests(this.root, files, path)]))
    const covered = sample.filter(({ path }) => near.get(path)?.files.length)
    const none: TestFiles = { config: 'vitest.config.ts', files: [] }
    const progress = showProgress('Mutants', 'mutants')
    const started = Date.now()
    let done = 0
    let survived = 0
    await findOneByOne(
      this.benches,
      covered,
      ({ path }) => near.get(path) ?? none,
      (mutant, failure) => {
        done++
        this.note('near', mutant, failure)
        if (!failure) survived++
        const left = ((Date.now() - started) / 1000 / done) * (covered.length - done)
        const last = failure ? '' : `; survived: ${describeMutant(mutant)}`
        progress.update(
          done,
          covered.length,
          `${done} of ${covered.length}, ${survived} survived, ${duration(left)} left${last}`,
        )
      },
    )
    progress.finish(
      `${covered.length} mutants in ${duration((Date.now() - started) / 1000)}, ${survived} survived the near tests.`,
    )
  }

  /** Fails if a test that noticed a mutant fails without one, too. */
  private async requirePassing(): Promise<void> {
    const noticed = this.results.filter(({ stage, failure }) => stage === 'near' && failure?.file)
    const files = [...new Set(noticed.map(({ failure }) => failure?.file ?? ''))]
    if (files.length === 0) return
    console.log(`Running ${files.length} files of tests without a mutant ...`)
    const { failures } = await this.bench().run([], { config: 'vitest.config.ts', files }, { bail: false })
    const lines = failures.map(({ file, test }) => `${file}: ${test}`)
    if (lines.length > 0) throw new Error(`These tests fail without a mutant:\n${lines.join('\n')}`)
  }

  private async runTogether(stage: Stage, tests: readonly TestFiles[]): Promise<void> {
    const left = this.survivors()
    console.log(`Running ${stage === 'all' ? 'all tests and walks' : 'the walks'} with ${left.length} mutants ...`)
    for (const [mutant, failure] of await findTogether(this.bench(), left, tests)) this.note(stage, mutant, failure)
  }
}
