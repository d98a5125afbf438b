import { type Fault, isInArea, type SourceFile } from './sources.ts'

const ROLES = [
  'routes service queries listing presenter events input sql',
  'area model job subscriber seeds figures uses files port adapter thread',
].flatMap((roles) => roles.split(' '))
const ROLE = new RegExp(`\\.(${ROLES.join('|')})\\.ts$`)
const MAX_WITHOUT_ROLE = 30

/** The files of areas without a role, each with its reason. */
export const withoutRole: Readonly<Record<string, string>> = {
  'src/areas/area.ts': 'what a manifest can say of an area',
  'src/areas/joined.ts': 'what the application needs of all areas together',
}

/** Every file of an area ends with its role or is an index. */
export const checkRoles = (files: SourceFile[], listed = withoutRole): Fault[] =>
  files
    .filter((file) => isInArea(file) && file.path.endsWith('.ts'))
    .filter(({ path }) => !ROLE.test(path) && !path.endsWith('/index.ts') && !(path in listed))
    .map(({ path }) => ({
      path,
      line: 1,
      message: `has no role: name it .${ROLES.join('.ts, .')}.ts, or list it in scripts/checks/roles.ts with the reason`,
    }))

/** The list itself is short, and has no files that were deleted or have a role. */
export const checkRoleList = (files: SourceFile[], listed = withoutRole): Fault[] => {
  const paths = new Set(files.map(({ path }) => path))
  const stale = Object.keys(listed).filter((path) => !paths.has(path) || ROLE.test(path))
  const fault = (message: string): Fault => ({ path: 'scripts/checks/roles.ts', line: 1, message })
  return [
    ...stale.map((path) => fault(`lists ${path}, which does not exist or has a role`)),
    ...(Object.keys(listed).length > MAX_WITHOUT_ROLE ? [fault(`lists more than ${MAX_WITHOUT_ROLE} files`)] : []),
  ]
}
