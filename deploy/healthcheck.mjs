// The container's HEALTHCHECK: whether the process answers. A mere worker has no interface but its metrics.
const { GUILDHALL_ROLE, PORT = '3000', METRICS_PORT = '9464' } = process.env
const url =
  GUILDHALL_ROLE === 'worker' ? `http://127.0.0.1:${METRICS_PORT}/metrics` : `http://127.0.0.1:${PORT}/health/live`

try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(4000) })
  process.exitCode = status === 200 ? 0 : 1
} catch {
  process.exitCode = 1
}
