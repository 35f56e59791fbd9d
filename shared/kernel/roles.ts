/** In order of rights: each role includes the ones before it. */
export const roles = ['viewer', 'operator', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether a role includes the needed one. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
