// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A dollar like Tether's on Ethereum: `transfer` returns nothing, its owner may block addresses, and may begin to keep a
/// fee of each transfer. Anyone plays the owner.
contract TestTether {
    uint8 public constant decimals = 6;
    uint256 public feePercent;

    mapping(address account => uint256) public balanceOf;
    mapping(address account => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function addBlackList(address account) external {
        isBlackListed[account] = true;
    }

    function removeBlackList(address account) external {
        isBlackListed[account] = false;
    }

    function setFeePercent(uint256 percent) external {
        feePercent = percent;
    }

    function transfer(address to, uint256 value) external {
        require(!isBlackListed[msg.sender], "account is blacklisted");
        uint256 fee = value * feePercent / 100;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(msg.sender, to, value - fee);
        if (fee > 0) {
            balanceOf[address(this)] += fee;
            emit Transfer(msg.sender, address(this), fee);
        }
    }
}
