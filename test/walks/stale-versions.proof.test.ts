import { walkStaleVersions } from '#test/support/walks/stale-versions'

// Saves and deletions have files of their own, so that none takes long.
await walkStaleVersions((operationId) => !/^(save|delete)/.test(operationId), { ifMatch: 1, path: 0, body: 15 })
