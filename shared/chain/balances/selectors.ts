/**
 * The first bytes of a call's data, by the function's signature. viem would compute them from ABIs at each cold start, with
 * 16 kB for parsing those.
 */
export const selectors = {
  'aggregate3((address,bool,bytes)[])': '0x82ad56cb',
  'arbBlockHash(uint256)': '0x2b407a82',
  'balanceOf(address)': '0x70a08231',
  'decimals()': '0x313ce567',
  'getBlockHash(uint256)': '0xee82ac5e',
  'getChainId()': '0x3408e470',
  'getCurrentBlockTimestamp()': '0x0f28c97d',
  'getEthBalance(address)': '0x4d2301cc',
  'latestRoundData()': '0xfeaf968c',
} as const
