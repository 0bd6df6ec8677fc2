import type { BarcodeFormat } from 'barcode-detector/ponyfill'

/**
 * Codes of the shop's labels, of makers and of carriers. Standard Code 39: its extended form reads a slash and a letter, as in the part
 * number PSU/A12, as another character.
 */
export const codeFormats: BarcodeFormat[] = ['qr_code', 'code_128', 'code_39_standard', 'code_93', 'data_matrix', 'ean_13', 'pdf417']
