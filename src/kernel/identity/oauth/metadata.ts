import { SCOPES } from '#kernel/auth/scopes'

/** The metadata of this server for clients (RFC 8414). */
export const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  token_endpoint: `${issuer}/oauth2/token`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  introspection_endpoint: `${issuer}/oauth2/introspect`,
  service_documentation: `${issuer}/reference/`,
  scopes_supported: [...SCOPES.keys()],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})
