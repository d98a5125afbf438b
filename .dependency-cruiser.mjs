/** The arrows of ARCHITECTURE.md. `npm run arch` fails on any other, and when it saw too few modules to mean anything. */
export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(generated|contract)' },
      to: { circular: true, viaOnly: { pathNot: '^src/(generated|contract)' } },
    },
    {
      name: 'kernel-knows-no-area',
      severity: 'error',
      from: { path: '^src/kernel' },
      to: { path: '^src/(services|areas|app|server|cli|main|installation)' },
    },
    {
      name: 'services-know-no-area',
      severity: 'error',
      from: { path: '^src/services' },
      to: { path: '^src/(areas|app|server|cli|main|installation)' },
    },
    {
      name: 'areas-meet-in-queries-and-services',
      comment: 'An area imports only the queries, services, events and listings of another area.',
      severity: 'error',
      from: { path: '^src/areas/([^/]+/[^/]+)/' },
      to: { path: '^src/areas/[^/]+/[^/]+/', pathNot: ['^src/areas/$1/', '\\.(queries|service|events|listing)\\.ts$'] },
    },
    {
      name: 'system-database-is-for-the-kernel',
      comment: 'Areas access the database by the scope of the request or job only.',
      severity: 'error',
      from: { path: '^src/areas' },
      to: { path: '^src/kernel/database/database\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'identity-has-few-functions',
      comment:
        'Logins and OAuth can move to a service of their own: everything else uses these functions (decision 0039).',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/services/identity/' },
      to: {
        path: '^src/services/identity/',
        pathNot:
          '^src/services/identity/(access-token|auth-server\\.plugin|clients|email-change/email-changes|grants|identity|login-changes|logins|own-login/own-login|retention|seat-access|seat-changes|seat-lists|seat-records|seat-saves|seats|second-factor/totp|sign-in/password-rules\\.thread|staff-pages|mail/(login-links|login-mails|mail-login)|members/(member-changes|member-links|member-notices|member-visits|members))\\.ts$',
      },
    },
    {
      name: 'expensive-work-runs-in-the-thread',
      comment:
        'Rendering, sanitizing and the evaluation of rules can take a second, in which no other request is served.',
      severity: 'error',
      from: {
        path: '^src',
        pathNot: [
          '\\.(thread|model)\\.ts$',
          '^src/services/(html|mail/rendering)/',
          '^src/areas/work/help/shared-topics/',
        ],
      },
      to: {
        path: '^src/services/(html/clean-html|templates/liquid|documents/pdf/write-pdf)\\.ts$',
      },
    },
    {
      name: 'console-uses-public-operations',
      comment: 'The console calls operations as a client does: it knows no area, and no database (decision 0077).',
      severity: 'error',
      from: { path: '^src/console' },
      to: { path: '^src', pathNot: '^src/(console|contract|kernel|services)' },
    },
    {
      name: 'nobody-uses-the-console',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(console/|app\\.ts)' },
      to: { path: '^src/console' },
    },
    {
      name: 'console-has-no-database',
      severity: 'error',
      from: { path: '^src/console' },
      to: { path: '^src/(generated|kernel/(database|tenancy|records))' },
    },
    {
      name: 'routes-do-not-meet',
      severity: 'error',
      from: { path: '\\.service\\.ts$|\\.queries\\.ts$' },
      to: { path: '\\.(routes|presenter)\\.ts$' },
    },
    {
      name: 'generated-contract-stands-alone',
      severity: 'error',
      from: { path: '^src/contract' },
      to: { path: '^src', pathNot: '^src/(contract|kernel/contract)' },
    },
    { name: 'no-tests-in-product', severity: 'error', from: { path: '^src' }, to: { path: '^(test|bench|scripts)' } },
    {
      name: 'declared-dependencies',
      comment: 'Development dependencies too: the build bundles those that decision 0002 lists as bundled.',
      severity: 'error',
      from: { path: '^src' },
      to: { dependencyTypes: ['npm-no-pkg', 'unknown', 'undetermined'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
}
