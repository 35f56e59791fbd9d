/** What an operator may do, each role including the ones before it. */
export const roles = ['viewer', 'operator', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether somebody with this role may do what needs the other. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
