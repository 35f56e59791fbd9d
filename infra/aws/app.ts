import { join } from 'node:path'
import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildFunctionsIfChanged, functionsFolder } from '../build/build-functions.ts'
import { buildPagesIfChanged } from '../build/build-pages.ts'
import { deploymentRegion } from '../config.ts'
import { functions } from '../functions.ts'
import { serviceApp } from './constructs/service-app.ts'
import { passNetworkSeed } from './network-seed.ts'
import { buildService } from './service.ts'
import { readSettings } from './settings.ts'

// Every CDK command runs this app, even bootstrap in a fresh clone, and needs the files that the stacks upload.
await Promise.all([buildFunctionsIfChanged(), buildPagesIfChanged()])
const app = serviceApp()
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
const settings = readSettings((name) => app.node.tryGetContext(name))
const bundleOf = (name: string) => join(functionsFolder, name)
buildService(app, { functions, bundleOf }, { ...settings, homeRegion: deploymentRegion })
await passNetworkSeed(app.node.tryGetContext('networkSeedFile'), settings)
app.synth()
