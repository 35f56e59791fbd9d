import { checkRequests } from './check-requests.ts'

checkRequests({ addresses: 1000, expiring: 200 })
