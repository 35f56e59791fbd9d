const { defineConfig } = require('@medusajs/framework/utils')

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS,
      adminCors: process.env.ADMIN_CORS,
      authCors: process.env.AUTH_CORS,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  admin: { disable: true },
  plugins: [{ resolve: '@quittance/medusa', options: {} }],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [
          {
            resolve: '@quittance/medusa/providers/quittance',
            options: {
              apiKey: process.env.QUITTANCE_API_KEY,
              baseUrl: process.env.QUITTANCE_URL,
              webhookSecret: process.env.QUITTANCE_WEBHOOK_SECRET,
              successUrl: process.env.QUITTANCE_SUCCESS_URL,
              cancelUrl: process.env.QUITTANCE_CANCEL_URL,
            },
          },
        ],
      },
    },
  ],
})
