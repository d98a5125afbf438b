/** This server as a protected resource of its OAuth server (RFC 9728). */

/** The Model Context Protocol. */
export const MCP_PATH = '/mcp'

/** The paths of the resources: the API, and the protocol for models, which calls it. Tokens are valid for both. */
export const RESOURCE_PATHS = ['', MCP_PATH] as const

/** Returns the path of the metadata of a resource (RFC 9728, section 3.1). */
export const resourceMetadataPath = (path: string): string => `/.well-known/oauth-protected-resource${path}`

/**
 * Returns the metadata of a resource. It lists no scopes: clients would request all of them, which most are not
 * registered for. Without `scope` in its request, a client gets those that it is registered for.
 */
export const resourceMetadata = (issuer: string, path: string) => ({
  resource: `${issuer}${path}`,
  authorization_servers: [issuer],
  bearer_methods_supported: ['header'],
  resource_name: 'Guildhall',
  resource_documentation: `${issuer}/guides/integrators`,
})
