import { refusing } from '../../kernel/refusals.ts'

export const urlRefusals = {
  url_not_absolute: {
    code: 'parameter_invalid',
    param: 'url',
    text: 'url must be an absolute URL.',
  },
  url_with_password: {
    code: 'parameter_invalid',
    param: 'url',
    text: 'url must not contain a user name or password.',
  },
  url_not_https: {
    code: 'parameter_invalid',
    param: 'url',
    text: 'url must begin with https://.',
  },
  url_port_refused: {
    code: 'parameter_invalid',
    param: 'url',
    text: 'url must use a port that browsers allow, such as 443 or 8443; {port} belongs to another protocol.',
  },
  url_not_public: {
    code: 'parameter_invalid',
    param: 'url',
    text: 'url must point to a public address.',
  },
} as const

export const refuseUrl = refusing(urlRefusals)
