import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Product, startProduct } from '../server/product.ts'
import { INSTALLED_LIBRARIES } from './wallet-libraries.ts'

/** The product, with the libraries that an operator may install in its data folder. */
export function startWithLibraries({ environment }: { environment: Record<string, string> }): Promise<Product> {
  symlinkSync(INSTALLED_LIBRARIES, join(environment.DATA_DIR ?? '', 'node_modules'), 'junction')
  return startProduct({ environment })
}
