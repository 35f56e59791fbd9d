import { checkRequests } from './check-requests.ts'

checkRequests({ addresses: 250, expiring: 50 })
