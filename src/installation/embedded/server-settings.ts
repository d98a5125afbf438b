/** Settings for a small machine, on the command line, so that a newer build can change them. */
const defaults: Record<string, string> = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '200',
  max_wal_size: '1GB',
  min_wal_size: '128MB',
  // An embedded server has no replicas, so the log contains only what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // Plans of short queries cost less than their compilation.
  jit: 'off',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %d ',
  log_checkpoints: 'off',
}

/** The arguments of `postgres`: accessible only from this machine, by TCP, with the superuser's password. */
export function serverArguments(data: string, port: number, settings: Record<string, string>): string[] {
  const fixed = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' }
  const all = Object.entries({ ...defaults, ...settings, ...fixed })
  return ['-D', data, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The environment without PGDATA, PGPORT and similar variables, and without a locale that this machine lacks. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP']
  const mine = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]))
  return { ...Object.fromEntries(mine), LC_ALL: 'C', TZ: 'UTC' }
}
