import { walkStaleVersions } from '#test/support/walks/stale-versions'

// Saves have a file of their own, so that neither takes long.
await walkStaleVersions((operationId) => !operationId.startsWith('save'), { ifMatch: 65, path: 10, body: 15 })
