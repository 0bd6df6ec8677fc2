import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's own PostgreSQL server; `createTestDatabase` makes databases on it. */
    postgresUrl: string
  }
}

/** One PostgreSQL server for all API tests of a run. */
export default async function setup(project: TestProject) {
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}
