// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A token of any name and decimals. It may keep a fee of each transfer, as some do: the receiver's log carries what is left.
contract TestToken {
    string public symbol;
    uint8 public immutable decimals;
    uint256 public immutable feePercent;
    address private immutable owner = msg.sender;

    mapping(address account => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory symbol_, uint8 decimals_, uint256 feePercent_) {
        symbol = symbol_;
        decimals = decimals_;
        feePercent = feePercent_;
        balanceOf[msg.sender] = type(uint128).max;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 fee = value * feePercent / 100;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(msg.sender, to, value - fee);
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(msg.sender, owner, fee);
        }
        return true;
    }

    /// Says that tokens moved while none did, as fraudulent tokens do.
    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
