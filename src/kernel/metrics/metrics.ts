import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { RunnerState } from '../jobs/job-runner.ts'
import { givenUpJobsFigure } from '../jobs/jobs.figures.ts'
import { countDroppedLines } from '../logging/log-output.ts'
import { type Figure, outboxFigure } from './figure.ts'

/** Prometheus metrics of this process. */
export interface Metrics {
  registry: Registry
  /** Measures every request of an application, by route and status. */
  observe(app: FastifyInstance): void
  /** Measures the job runners of this process. */
  observeRunners(list: () => readonly RunnerState[]): void
}

/**
 * @param figures the metrics of the services and areas, in addition to those of the kernel.
 * @param version of the product.
 */
export const createMetrics = (database: Database, figures: readonly Figure[], version = 'unknown'): Metrics => {
  const registry = new Registry()
  buildInfo(registry, version)
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  poolGauges(database, registry)
  droppedLinesCounter(registry)
  for (const figure of [outboxFigure, givenUpJobsFigure, ...figures]) figureGauge(database, figure, registry)
  return {
    registry,
    observe: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'unknown'
        requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
        done()
      })
    },
    observeRunners: (list) => runnerGauges(list, registry),
  }
}

/** Says which version runs, for dashboards and for alerts about processes of several versions. */
const buildInfo = (registry: Registry, version: string): void => {
  const help = 'Always 1; the labels are the version of this process and of Node.js.'
  const gauge = new Gauge({
    name: 'guildhall_build_info',
    help,
    labelNames: ['version', 'node'],
    registers: [registry],
  })
  gauge.set({ version, node: process.version }, 1)
}

const runnerGauges = (list: () => readonly RunnerState[], registry: Registry): void => {
  new Gauge({
    name: 'job_runner_last_look_seconds',
    help: 'Seconds since a job runner of this process last looked for jobs. One whose workers are all busy does not look.',
    labelNames: ['runner'],
    registers: [registry],
    collect() {
      for (const { name, age } of list()) this.set({ runner: name }, age)
    },
  })
  new Gauge({
    name: 'job_runner_free_workers',
    help: 'Workers of a job runner of this process that run no job.',
    labelNames: ['runner'],
    registers: [registry],
    collect() {
      for (const { name, free } of list()) this.set({ runner: name }, free)
    },
  })
}

const poolGauges = ({ tenantPool, systemPool }: Database, registry: Registry): void => {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections by pool and state.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries({
        tenant: tenantPool,
        chapters: tenantPool.limited,
        system: systemPool,
      })) {
        this.set({ pool, state: 'open' }, totalCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waited_for' }, waitingCount)
      }
    },
  })
}

const droppedLinesCounter = (registry: Registry): void => {
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that could not be written, for example because the disk is full.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(countDroppedLines())
    },
  })
}

const figureGauge = ({ system }: Database, { name, help, label, read }: Figure, registry: Registry): void => {
  new Gauge<string>({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [registry],
    async collect() {
      this.reset()
      // Without the database the other metrics matter all the more.
      const values = await read(system).catch(() => [{ value: Number.NaN, of: undefined }])
      for (const { of, value } of values) this.set(label && of ? { [label]: of } : {}, value)
    },
  })
}

/** Serves `/metrics` on a separate address, which is not for clients. */
export const serveMetrics = async (registry: Registry, host: string, port: number): Promise<Server> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
