// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// As much of an ERC-721 as shows at a deposit address: its Transfer has the signature of ERC-20's, with a fourth topic.
contract TestNft {
    mapping(uint256 tokenId => address) public ownerOf;
    mapping(address owner => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function mint(address to, uint256 tokenId) external {
        ownerOf[tokenId] = to;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, tokenId);
    }
}
